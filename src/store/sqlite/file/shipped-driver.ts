import type Database from 'better-sqlite3'

/** The driver inside the package, with ready binaries for Node-API 10. */
export interface ShippedDriver {
  readonly Database: typeof Database
  /** The path of the binary for this platform, or null if the package has none. */
  readonly binary: () => string | null
}

/** Null in a clone, which has the driver in node_modules. The build puts the driver in its place (build/shipped-driver.ts). */
export const shippedDriver: ShippedDriver | null = null
