/** Why a text is not JSON; null if it is, or is empty. */
export function notJson(text: string): string | null {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
