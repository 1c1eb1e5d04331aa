/** What the browser keeps of a choice; null where there is none, or where it may keep nothing. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(`payments-sandbox.${name}`)
  } catch {
    return null
  }
}

/** Keeps a choice, where the browser may. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`payments-sandbox.${name}`, value)
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}
