/** A text of the address if it is one of the choices; otherwise undefined. */
export function choice<const Value extends string>(
  choices: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return choices.find((one) => one === text);
}
