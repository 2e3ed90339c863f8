import { type Token, walkTokens } from 'marked';

/**
 * The anchors of a text's headings, in their order, as GitHub makes them.
 * @param tokens of the original text, so that an anchor is the same on every instance
 */
export function anchorsOf(tokens: Token[]): string[] {
  const used = new Map<string, number>();
  return headingsOf(tokens).map((heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

/** In the order in which they are rendered, including those in quotations and lists. */
function headingsOf(tokens: Token[]): string[] {
  const headings: string[] = [];
  // The callback is synchronous, so the result is not a promise.
  void walkTokens(tokens, (token) => {
    if (token.type === 'heading') headings.push(plainText(token.tokens ?? []));
  });
  return headings;
}

/** Its visible text. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens !== undefined
        ? plainText(token.tokens)
        : 'text' in token
          ? token.text
          : '',
    )
    .join('');
}
