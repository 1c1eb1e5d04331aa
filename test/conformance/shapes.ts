/** The shapes of answers: keys in their order, and the types of their values. */
export const shapes = {
  'field list': { shape: '{statusCode: number, error: string, message: [string]}', source: 'spec 7.2, D6' },
  'list form': { shape: '[{message: string}]', source: 'spec 7.2, D8' },
  'single message': { shape: '{statusCode: number, message: string, error: string}', source: 'spec 7.2, D9, D10' },
  'provider down': {
    shape:
      '{statusCode: number, message: string, error: string, provider_hook_response: {status: string, message: string}}',
    source: 'spec 2.1, 7.4; D31',
  },
  authentication: { shape: '{statusCode: number, error: string, message: string}', source: 'spec 7.2, D3' },
  'wrong method or path': { shape: '{statusCode: number, error: string, message: string}', source: 'spec 7.2, D4' },
  'server fault': { shape: '{statusCode: number, error: string, message: string}', source: 'spec 7.1, D13' },
  'no body': { shape: 'nothing', source: 'D4' },
  balances: { shape: '[{currency: string, balance: number}]', source: 'D29' },
  quote: {
    shape: '{source: string, destination: string, amount: number, rate: number, destinationAmount: number}',
    source: 'D29',
  },
  holder: { shape: '{accountName: string, accountNumber: string}', source: 'D29' },
} as const satisfies Readonly<Record<string, { readonly shape: string; readonly source: string }>>

export type ShapeName = keyof typeof shapes

export const errorTitles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The shape of a JSON value, with what `name` says of texts and numbers; elements that have one shape count once. */
export function shapeOf(value: unknown, name: (value: unknown) => string = (one) => typeof one): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${[...new Set(value.map((one) => shapeOf(one, name)))].join(', ')}]`
  if (typeof value !== 'object') return name(value)
  const keys = Object.entries(value).map(([key, inner]) => `${key}: ${shapeOf(inner, name)}`)
  return `{${keys.join(', ')}}`
}
