/** Returns a stored choice, or null if there is none or the browser allows no storage. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(`payments-sandbox.${name}`)
  } catch {
    return null
  }
}

/** Stores a choice if the browser allows it. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`payments-sandbox.${name}`, value)
  } catch {
    // The page works without storage.
  }
}
