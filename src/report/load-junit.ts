/** Loads what writes JUnit XML: only some reports need it. */
export const loadJunit = () => import('./junit.ts')
