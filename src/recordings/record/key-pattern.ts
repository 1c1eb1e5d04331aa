/**
 * Finds API keys of a mode anywhere in a text: also behind an escape such as `\n` or `%20`, and with an escaped underscore.
 * The name of a JSON property, such as `"test_mode":`, is not a key.
 */
export function keyPattern(mode: string): RegExp {
  const start = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt])|(?<=%[0-9A-Fa-f]{2}))`
  return new RegExp(String.raw`${start}(?:${mode})(?:_|%5f|\\+u005f)(?=([\w.~+-]+))\1(?!\\*"\s*:)`, 'gi')
}
