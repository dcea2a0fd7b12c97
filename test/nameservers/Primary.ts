/** Where a server is to listen. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** Where a secondary gets its zones, and the key that both have. */
export interface Primary {
  readonly host: string
  readonly port: number
  /** Without the final dot. */
  readonly catalog: string
  readonly key: { readonly name: string; readonly algorithm: string; readonly secret: string }
}
