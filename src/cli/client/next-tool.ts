/** A call of a tool of `mcp`. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export const acts = ['approve', 'decline', 'ignore', 'expire', 'pin', 'otp', 'pay', 'fail', 'replay'] as const

/** The tool that does what a command does, or null if none does. */
export function toolOf([name = '', ...rest]: readonly string[]): ToolCall | null {
  const [first, second] = rest
  if (acts.some((act) => act === name)) {
    // Options, such as how long to wait, are of the command alone.
    const value = second === undefined || second.startsWith('--') ? {} : { value: second }
    return { tool: 'act', input: { act: name, target: first, ...value } }
  }
  if (name === 'advance') return { tool: name, input: { by: first } }
  if (name === 'explain') return { tool: name, input: { transaction: first } }
  if (name === 'webhooks') return { tool: name, input: first === 'show' ? { show: second } : {} }
  if (name === 'scenarios') return { tool: name, input: {} }
  if (name === 'report') return { tool: name, input: first === '--key' ? { all: true } : {} }
  if (name === 'transactions') return { tool: name, input: first === '--after' ? { after: second } : {} }
  return name === 'status' || name === 'reset' ? { tool: name, input: {} } : null
}

/** `the tool advance with {"by":"10s"}` */
export function toolText({ tool, input }: ToolCall): string {
  return `the tool ${tool}${Object.keys(input).length === 0 ? '' : ` with ${JSON.stringify(input)}`}`
}
