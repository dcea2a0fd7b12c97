/** Commands about the session and the message queue (RFC 5730, sections 2.9.1 and 2.9.2.3). */
export type SessionCommand = Hello | Login | Logout | PollRequest | PollAcknowledgement

/** Not a command by the schema: it has no transaction id, and the response is a greeting. */
export interface Hello {
  readonly _tag: "Hello"
}

export interface Login {
  readonly _tag: "Login"
  /** 3 to 16 characters. */
  readonly clientId: string
  /** The complete password. More than 16 characters are sent in the login security extension (RFC 8807). */
  readonly password: string
  readonly newPassword?: string
  readonly version: string
  readonly language: string
  readonly objects: ReadonlyArray<string>
  readonly extensions: ReadonlyArray<string>
  /** Software of the client; only with the login security extension. */
  readonly userAgent?: UserAgent
}

/** RFC 8807, section 4.1. At least one of them is set. */
export interface UserAgent {
  readonly app?: string
  readonly tech?: string
  readonly os?: string
}

export interface Logout {
  readonly _tag: "Logout"
}

export interface PollRequest {
  readonly _tag: "PollRequest"
}

export interface PollAcknowledgement {
  readonly _tag: "PollAcknowledgement"
  readonly messageId: string
}
