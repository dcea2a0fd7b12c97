import type { Caller } from "@namewright/core"

/** Sessions of your backend, by the token that a client sends. */
export const sessions = new Map<string | undefined | null, Caller>()

/** Caller of a request; null without a session. */
export const callerOf = (token: string | undefined | null): Caller | null => sessions.get(token) ?? null
