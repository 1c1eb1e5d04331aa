/** `Tool` describes what the caller uses of the package: its own types are there only if the tools are installed. */
export function loadTool<Tool>(name: string): Promise<Tool>
