// biome-ignore format: a list
const values = [
  'null', 'true', '0', '-0', '1e400', '-1e400', '1e-400', '9007199254740993', '123456789012345678901234567890', '0.1e1',
  '""', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '[]', '{}', '[[]]', '[null]', '{"":""}', '{"a":{"a":{}}}',
  '"\\u202e"', '"\u2028"',
]
// biome-ignore format: a list
const fields = [
  'amount', 'currency', 'accountName', 'accountNumber', 'reference', 'metadata', '__proto__', 'constructor', 'toString',
  'callbackURL',
]
// biome-ignore format: a list
const broken = [
  '', ' ', '{', '}', '[', ']', '"', '{"a"', '{"a":', '{"a":1,', '{"a":1,}', '[1,]', '[,1]', '{a:1}', "{'a':1}",
  '{"a":1}}', '{"a":1}{"a":1}', '[1] [2]', 'nul', 'True', 'NaN', 'Infinity', '-', '+1', '01', '1.', '.1', '1e', '0x1',
  '1_000', '"\t"', '"\n"', '"\\x"', '"\\u12"', '"\\ud800\\u"', '// c\n{}', '/* c */{}', '{}#', '\ufeff{}', '\u00a0{}',
  '{"a":1,"a":2}', '\u0000', '{}\u0000', '{"a" 1}', '{"a":1 "b":2}', '{:1}', '{1:1}', '[1 2]', '"a', 'a"', '<x/>',
  'a=1&b=2', '--x\r\n', '{"a":undefined}', '[1}', '{"a":1]',
]
// biome-ignore format: a list
const bytes = [
  [0xff], [0xc0, 0x80], [0x7b, 0xff, 0x7d], [0xfe, 0xff, 0x00, 0x7b], [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
  [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22],
]

/** 318 bodies: each odd value whole and in each field, deep ones, broken ones, and bytes that are not UTF-8. */
export const jsonCases: readonly (string | Buffer)[] = [
  ...values,
  ...fields.flatMap((field) => values.map((value) => `{${JSON.stringify(field)}:${value}}`)),
  ...[100, 1000, 10_000, 100_000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  ...[100, 1000, 10_000].map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  ...[
    '['.repeat(100_000),
    '{"a":'.repeat(50_000),
    `"${'a'.repeat(900_000)}"`,
    `{"a":"${'\\u0000'.repeat(100_000)}"}`,
    `[${'0,'.repeat(200_000)}0]`,
    '9'.repeat(100_000),
  ],
  ...broken,
  ...bytes.map((list) => Buffer.from(list)),
].slice(0, 318)

// biome-ignore format: a list
const scripts = [
  'العربية', 'עברית', 'हिन्दी', '中文', '日本語', '한국어', 'ไทย', 'ελληνικά', 'Ἀθῆναι', 'русский', 'አማርኛ', 'Yorùbá ẹ̀kọ́',
  'Ɛʋegbe', '👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', 'e\u0301\u0327', 'Z\u0351\u036b\u0343algo', 'ﷺ', '\ud835\udd4f',
]
const controls = Array.from({ length: 33 }, (_none, code) => `a${String.fromCharCode(code)}b`)
// biome-ignore format: a list
const marks = [
  '\u007f', '\u0085', '\u009b2J', '\u00ad', '\u061c', '\u200b', '\u200e', '\u202e', '\u2028', '\u2029', '\u2066',
  '\ufeff', '\ufffd', '\ufffe', '\uffff', '\ud800', '\udfff',
]
// biome-ignore format: a list
const meanings = [
  'undefined', 'null', 'NaN', 'true', '[object Object]', '__proto__', 'constructor', 'hasOwnProperty', '-1', '1e999',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that others run
  '0x7f', '٣', '１２３', '1/0', "' OR 1=1 --", "'; DROP TABLE transactions; --", '${7*7}', '{{7*7}}', '<%= 7 %>',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '../../etc/passwd',
  '..\\..\\x', 'C:\\CON', '/dev/null', '$(id)', '`id`', '| id', '; id', '%00', '%0d%0aX: y', '\r\nX: y',
  'http://[::1', 'http://a:99999', 'file:///etc/passwd', 'data:text/html,x', '//x', 'scn:', 'scn::', 'scn:nothing:1',
  'test_sandbox', 'live_key', '*', '?', '%', '_', '\\', '"', "'", '{}', '[]', ' ', '', 'a'.repeat(10_000),
  '0'.repeat(300), ' a ', '=1+1', '@SUM(1)', '\u001b]8;;x\u0007', '\u001b]52;c;eA==\u0007',
]

/** Strings that programs trip over, of our own. */
export const naughtyStrings: readonly string[] = [...scripts, ...controls, ...marks, ...meanings]
