const HEADING = /^## (\S+) \(([^)]+)\)$/gm;

/**
 * @returns the changelog's section about a version
 * @throws Error if it has no such section
 */
export function sectionOf(changelog: string, version: string): string {
  const headings = [...changelog.matchAll(HEADING)];
  const at = headings.findIndex(([, name]) => name === version);
  const heading = headings[at];
  if (heading === undefined)
    throw new Error(
      `CHANGELOG.md has no section "## ${version} (…)": run "npm run release -- version" first, which dates it.`,
    );
  return changelog.slice(heading.index + heading[0].length, headings[at + 1]?.index).trim();
}

/**
 * Sets the release date in the section of a version that is not released yet.
 * @throws Error if there is no such section
 */
export function released(changelog: string, version: string, date: Date): string {
  const open = `## ${version} (unreleased)`;
  if (!changelog.includes(open)) throw new Error(`CHANGELOG.md has no section "${open}"`);
  return changelog.replace(open, `## ${version} (${date.toISOString().slice(0, 10)})`);
}
