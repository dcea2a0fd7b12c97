/** Result of a statement, as `pg` returns it. */
export interface HostResult {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: Array<object>
}

/** A connection of a `Pool` of `pg`: the members that the platform uses. */
export interface HostPoolClient {
  query(config: {
    readonly text: string
    readonly values: Array<unknown>
    readonly rowMode?: "array"
    readonly types?: { readonly getTypeParser: (oid: number) => (text: string) => unknown }
  }): Promise<HostResult>
  release(error?: Error | boolean): void
  on(event: "notification", listener: (message: { channel: string; payload?: string | undefined }) => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "notification", listener: (message: { channel: string; payload?: string | undefined }) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
}

/** A `Pool` of `pg`, or anything like it. The host ends it after the platform. */
export interface HostPool {
  /** With a callback: a promise would resolve after the pool has removed its listener for errors of the connection. */
  connect(callback: (error: Error | undefined, client: HostPoolClient | undefined) => void): void
  /** Settings of the pool, whose server and database are attributes of spans. */
  readonly options?: {
    readonly connectionString?: string | undefined
    readonly host?: string | undefined
    readonly port?: number | undefined
    readonly database?: string | undefined
  } | undefined
}
