/** Address on which a server listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** Primary of a secondary, with the shared key. */
export interface Primary {
  readonly host: string
  readonly port: number
  /** Catalog zone without the final dot. */
  readonly catalog: string
  readonly key: { readonly name: string; readonly algorithm: string; readonly secret: string }
}
