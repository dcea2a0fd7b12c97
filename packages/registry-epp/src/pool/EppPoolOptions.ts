import { Duration } from "effect"
import type { UserAgent } from "../message/SessionCommand.ts"
import type { EppEndpoint } from "../session/EppEndpoint.ts"
import type { SessionSettings } from "../session/openSession.ts"
import type { WantedServices } from "../session/WantedServices.ts"
import type { EppCredentials } from "./EppCredentials.ts"

/** What a pool of sessions is made of. */
export interface EppPoolOptions {
  /** Names the account in logs and metrics, and among the sessions that are counted over all processes. */
  readonly name: string
  readonly endpoint: EppEndpoint
  readonly credentials: EppCredentials
  readonly wanted: WantedServices
  readonly limits?: Partial<EppLimits> | undefined
  readonly timeouts?: Partial<EppTimeouts> | undefined
  /** Told to servers with the login security extension (RFC 8807). */
  readonly userAgent?: UserAgent | undefined
}

/** What the registry allows the account, and how much of it one process uses. */
export interface EppLimits {
  /** Sessions at a time, over all processes. Default 1. */
  readonly sessions: number
  /** Sessions that this process keeps open while nothing is to be done. Default 1. */
  readonly minimumSessions: number
  /** Commands a minute of the whole account, logins among them; a session gets its share. Default no limit. */
  readonly commandsPerMinute: number
  /** Commands of a session, login and logout among them. Default no limit. */
  readonly commandsPerSession: number
  /** How long a session may last. Default 12 hours. */
  readonly age: Duration.Input
  /** How long a session may be silent before the registry closes it. Default 10 minutes. */
  readonly idle: Duration.Input
  /** How long a session above the minimum is kept that has nothing to do. Default 5 minutes. */
  readonly spare: Duration.Input
  /**
   * Queries under way in a session at a time. Default 1: servers are known to answer several in any order, and not all
   * of them name the client's transaction id. A command that changes something always has the session to itself.
   */
  readonly depth: number
  /** Commands that wait at a time; one more fails. Default 1000. */
  readonly waiting: number
  /** How long a command waits for its turn before it fails. Default 1 minute. */
  readonly wait: Duration.Input
  /** Octets of a frame, header included. Default 16 MiB. */
  readonly frame: number
}

/** How long is waited for an answer. A session whose server does not answer in time is given up. */
export interface EppTimeouts {
  /** From the first packet to the greeting. Default 15 s. */
  readonly greeting: Duration.Input
  /** Default 30 s. */
  readonly login: Duration.Input
  /** Default 15 s. */
  readonly query: Duration.Input
  /** Default 30 s. */
  readonly transform: Duration.Input
}

/** The options with their defaults, durations in milliseconds. */
export interface PoolSettings {
  readonly sessions: number
  readonly minimumSessions: number
  readonly commandsPerMinuteOfSession: number
  /** Commands of a session, the login among them; the logout is one more. */
  readonly commandsBeforeLogout: number
  readonly age: number
  /** Silence after which a sign of life is sent. */
  readonly keepAlive: number
  readonly spare: number
  readonly depth: number
  readonly waiting: number
  readonly wait: number
  readonly query: number
  readonly transform: number
}

export const poolSettings = ({ limits = {}, timeouts = {} }: EppPoolOptions): PoolSettings => {
  const perMinute = limits.commandsPerMinute ?? Infinity
  // Each session may send at least one command a minute.
  const sessions = Math.max(1, Math.min(limits.sessions ?? 1, perMinute))
  const idle = Duration.toMillis(limits.idle ?? "10 minutes")
  return {
    sessions,
    minimumSessions: Math.min(sessions, limits.minimumSessions ?? 1),
    // A session alone may not use what belongs to others that may be open elsewhere.
    commandsPerMinuteOfSession: Math.floor(perMinute / sessions),
    // A login, and something before the logout.
    commandsBeforeLogout: Math.max(2, (limits.commandsPerSession ?? Infinity) - 1),
    age: Duration.toMillis(limits.age ?? "12 hours"),
    keepAlive: Math.min(idle / 2, 60_000),
    spare: Duration.toMillis(limits.spare ?? "5 minutes"),
    depth: limits.depth ?? 1,
    waiting: limits.waiting ?? 1000,
    wait: Duration.toMillis(limits.wait ?? "1 minute"),
    query: Duration.toMillis(timeouts.query ?? "15 seconds"),
    transform: Duration.toMillis(timeouts.transform ?? "30 seconds")
  }
}

/** What each session is opened with. */
export const sessionSettings = (
  { endpoint, limits, timeouts, userAgent, wanted }: EppPoolOptions
): SessionSettings => ({
  endpoint,
  wanted,
  userAgent,
  frameLimit: limits?.frame,
  patience: {
    greeting: Duration.toMillis(timeouts?.greeting ?? "15 seconds"),
    login: Duration.toMillis(timeouts?.login ?? "30 seconds")
  }
})
