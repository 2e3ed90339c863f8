/** A JSON object. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The merge patch (RFC 7396) that makes one object of another: null removes a member. */
export function mergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) patch[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (isObject(value) && isObject(old)) {
      const inner = mergePatch(old, value);
      if (Object.keys(inner).length > 0) patch[name] = inner;
    } else if (JSON.stringify(value) !== JSON.stringify(old)) patch[name] = value;
  }
  return patch;
}
