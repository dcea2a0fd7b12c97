import { Duration } from "effect"
import type { UserAgent } from "../message/SessionCommand.ts"
import type { EppEndpoint } from "../session/EppEndpoint.ts"
import type { SessionSettings } from "../session/openSession.ts"
import type { WantedServices } from "../session/WantedServices.ts"
import type { EppCredentials } from "./EppCredentials.ts"

/** Options of a session pool. */
export interface EppPoolOptions {
  /** Name of the account in logs, metrics and the session slots of all processes. */
  readonly name: string
  readonly endpoint: EppEndpoint
  readonly credentials: EppCredentials
  readonly wanted: WantedServices
  readonly limits?: Partial<EppLimits> | undefined
  readonly timeouts?: Partial<EppTimeouts> | undefined
  /** Sent to servers with the login security extension (RFC 8807). */
  readonly userAgent?: UserAgent | undefined
}

/** Limits of the account at the registry, and of one process. */
export interface EppLimits {
  /** Sessions at a time, over all processes. Default 1. */
  readonly sessions: number
  /** Sessions that this process keeps open while idle. Default 1. */
  readonly minimumSessions: number
  /** Commands a minute of the whole account, logins among them; a session gets its share. Default no limit. */
  readonly commandsPerMinute: number
  /** Commands of a session, login and logout among them. Default no limit. */
  readonly commandsPerSession: number
  /** Maximum age of a session. Default 12 hours. */
  readonly age: Duration.Input
  /** Idle time after which the registry closes a session. Default 10 minutes. */
  readonly idle: Duration.Input
  /** Idle time after which a session above the minimum is closed. Default 5 minutes. */
  readonly spare: Duration.Input
  /**
   * Pending queries per session. Default 1: servers are known to answer several in any order, and not all of them
   * return the client's transaction id. A transform command is always alone in its session.
   */
  readonly depth: number
  /** Maximum number of waiting commands; one more fails. Default 1000. */
  readonly waiting: number
  /** Maximum waiting time of a command. Default 1 minute. */
  readonly wait: Duration.Input
  /** Octets of a frame, header included. Default 16 MiB. */
  readonly frame: number
}

/** Timeouts of responses. A session whose server does not respond in time is closed. */
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
  /** Idle time after which a keep-alive is sent. */
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
    // One session may not use the share of sessions in other processes.
    commandsPerMinuteOfSession: Math.floor(perMinute / sessions),
    // A login, and one command before the logout.
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

/** Options of each session. */
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
