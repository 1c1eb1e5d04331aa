/** What ends a sandbox: a call, or only the program that it belongs to. */
export type Ending = { readonly by: 'call'; readonly end: () => void } | { readonly by: Owner }

export type Owner = keyof typeof owners

/** What a sandbox belongs to, and how it ends. */
export const owners = {
  program: ['runs inside another program', 'end it there; in a test: await sandbox.stop()'],
  exec: ['belongs to payments-sandbox exec', 'it ends with the command that exec runs'],
  explore: ['belongs to payments-sandbox explore', 'it ends with the exploration; Ctrl+C there ends both'],
  audit: ['belongs to payments-sandbox audit', 'it ends with the audit; Ctrl+C there ends both'],
  mcp: ['belongs to payments-sandbox mcp', 'it ends with the client that started the MCP server'],
} as const satisfies Readonly<Record<string, readonly [belongs: string, hint: string]>>
