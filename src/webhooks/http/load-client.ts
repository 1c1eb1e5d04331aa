/** Loads the HTTP client, which takes 0.1 s: no start waits for it. */
export const loadClient = () => import('undici')
