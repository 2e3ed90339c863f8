/** The emails of a list as people paste it: separated by spaces, commas, semicolons or lines; each once. */
export function emailsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((email) => email !== ''))];
}
