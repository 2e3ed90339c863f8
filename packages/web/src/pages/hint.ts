/** The email that was typed before “Forgot password” was pressed, or that an application knows. */
export function hintIn(href: string): string {
  try {
    return decodeURIComponent(new URL(href).hash.slice(1));
  } catch {
    return '';
  }
}
