/** The names of the values that each text fills in, in the groups of the texts. */
export interface TextNames {
  [key: string]: readonly string[] | TextNames;
}

/** Reads the names from the sources, because the built code has lost them. The service checks operators' texts by them. */
export function namesIn(texts: object): TextNames {
  const names: TextNames = {};
  const entries: [string, unknown][] = Object.entries(texts);
  for (const [key, text] of entries) {
    // The language is not a text.
    if (key === 'locale') continue;
    if (typeof text === 'object' && text !== null) names[key] = namesIn(text);
    else names[key] = typeof text === 'function' ? parametersOf(String(text)) : [];
  }
  return names;
}

function parametersOf(source: string): string[] {
  const [, parameters = ''] = /^\(?([^)=]*?)\)?\s*=>/.exec(source) ?? [];
  return [...parameters.matchAll(/\w+/g)].map(([name]) => name.replace(/^_/, ''));
}
