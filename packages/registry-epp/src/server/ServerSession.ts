import type { SimulatedRegistrar } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Result } from "effect"
import type { CommandProblem } from "../message/CommandProblem.ts"
import type { EppCommand } from "../message/EppCommand.ts"
import type { EppGreeting, EppResponse, ServerMessage } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import { EppUri } from "../message/EppUri.ts"
import { readCommand } from "../message/readCommand.ts"
import type { Login } from "../message/SessionCommand.ts"
import { writeServerMessage } from "../message/writeServerMessage.ts"
import { IllegalXmlCharacter } from "../xml/writeXml.ts"
import { type AllocationTokens, tokenProblem, withTokens } from "./allocationTokens.ts"
import { plain, type TransactionIds } from "./answered.ts"
import { carryOut } from "./carryOut.ts"
import type { EppFault, EppServerFaults } from "./EppServerFaults.ts"
import type { EppServerLimits } from "./EppServerOptions.ts"
import type { HandledCommand, Handlers } from "./Handlers.ts"
import { loginAnswer } from "./loginAnswer.ts"
import type { LoginTurns, PasswordVerdict } from "./loginTurns.ts"
import { readable } from "./readable.ts"
import type { RegistrarAccount } from "./RegistrarAccount.ts"
import { endsSession } from "./resultWords.ts"
import { type ShownRegistrars, withShownRegistrars } from "./shownRegistrars.ts"
import { routed, type SubProducts, withSubProduct } from "./subProducts.ts"
import { unannounced } from "./unannounced.ts"

/** Shared state of all sessions of a server. */
export interface SessionServer {
  /** The greeting without its date. */
  readonly offered: Omit<EppGreeting, "date">
  readonly accounts: ReadonlyMap<string, RegistrarAccount>
  readonly turns: LoginTurns
  readonly registrar: (clientId: string) => SimulatedRegistrar
  readonly shown: ShownRegistrars
  readonly subProducts: SubProducts | undefined
  readonly allocationTokens: AllocationTokens | undefined
  readonly requiresAuthCodes: boolean
  readonly handlers: Handlers
  readonly limits: EppServerLimits
  readonly faults: EppServerFaults
  /** A new server transaction id. */
  readonly newTransaction: () => string
}

/** Reply of a session; `undefined` closes the connection without a response. */
export type SessionReply = {
  readonly document: string
  readonly closes: boolean
  readonly manner?: Extract<EppFault, { readonly _tag: "Trickle" | "WrongLength" }>
} | undefined

interface LoggedIn {
  readonly account: RegistrarAccount
  readonly registrar: SimulatedRegistrar
  readonly announced: EppServices
}

/** Extensions of commands without a codec of their own. */
const trees: ReadonlySet<string> = new Set([EppUri.handOver, EppUri.idn, EppUri.namestore, EppUri.verification])

/**
 * Session of one client (RFC 5730, section 2): greeting, login, commands, end. Documents must be passed one at a time.
 */
export class ServerSession {
  readonly #server: SessionServer
  readonly #fingerprint: string | undefined
  #client: LoggedIn | undefined
  #failedLogins = 0
  #isOver = false

  /** `fingerprint` is the SHA-256 of the client's certificate; undefined without one. */
  constructor(server: SessionServer, fingerprint: string | undefined) {
    this.#server = server
    this.#fingerprint = fingerprint
  }

  /** The greeting, sent first and after every hello. */
  greeting(): Effect.Effect<string> {
    return Effect.map(this.#greeting(), writeServerMessage)
  }

  /** Answers one document. A decoding failure of its octets is part of the response. */
  receive(document: Result.Result<string, string>): Effect.Effect<SessionReply> {
    const svTRID = this.#server.newTransaction()
    const read = Result.isFailure(document)
      ? Result.fail<CommandProblem>({ code: 2001, message: `The document is not XML: ${document.failure}` })
      : readCommand(document.success, trees)
    if (Result.isFailure(read)) {
      const { clTRID, code, message, value } = read.failure
      const reasons = value === undefined ? [] : [{ value, reason: message }]
      return Effect.succeed(written(plain(code, { clTRID, svTRID }, { detail: message, reasons })))
    }
    const { clTRID, command } = read.success
    const fault = this.#server.faults.take(command)
    const transaction = { clTRID, svTRID }
    return fault === undefined
      ? Effect.map(this.#answer(command, transaction), written)
      : this.#goWrong(fault, command, transaction)
  }

  get isLoggedIn(): boolean {
    return this.#client !== undefined
  }

  /** Releases the registrar's session. */
  end(): void {
    this.#isOver = true
    this.#client?.account.leave()
    this.#client = undefined
  }

  #greeting(): Effect.Effect<EppGreeting> {
    return Effect.map(Instant.now, (now) => ({ ...this.#server.offered, date: Instant.format(now) }))
  }

  #answer(command: EppCommand, transaction: TransactionIds): Effect.Effect<ServerMessage | undefined> {
    switch (command._tag) {
      case "Hello":
        return this.#greeting()
      case "Login":
        return this.#login(command, transaction)
      case "Logout":
        return Effect.succeed(this.#client === undefined ? beforeLogin(transaction) : plain(1500, transaction))
      case "OtherUpdate":
        return Effect.succeed(plain(2101, transaction))
      default:
        return this.#client === undefined
          ? Effect.succeed(beforeLogin(transaction))
          : this.#handled(this.#client, command, transaction)
    }
  }

  #login(login: Login, transaction: TransactionIds): Effect.Effect<EppResponse> {
    if (this.#client !== undefined) {
      return Effect.succeed(plain(2002, transaction, { detail: "already logged in" }))
    }
    const attempt = Effect.map(this.#greeting(), (offered) => this.#attempt(login, offered, transaction))
    const answered = this.#server.turns.take(login.clientId, attempt, verdictOf)
    return Effect.map(answered, (response) => response ?? plain(2502, transaction))
  }

  #attempt(login: Login, offered: EppGreeting, transaction: TransactionIds): EppResponse {
    // The client closed the connection while the login was waiting.
    if (this.#isOver) return plain(2502, transaction)
    const { accounts, limits, registrar } = this.#server
    const attempt = {
      login,
      offered,
      accounts,
      fingerprint: this.#fingerprint,
      isLast: this.#failedLogins >= limits.failedLogins,
      now: DateTime.makeUnsafe(offered.date)
    }
    const { account, response } = loginAnswer(attempt, transaction)
    const announced = { objects: new Set(login.objects), extensions: new Set(login.extensions) }
    if (account !== undefined) this.#client = { account, registrar: registrar(account.clientId), announced }
    else if (response.results[0].code === 2200) this.#failedLogins++
    return readable(response, announced)
  }

  #handled(
    { account, announced, registrar }: LoggedIn,
    command: HandledCommand,
    { clTRID, svTRID }: TransactionIds
  ): Effect.Effect<EppResponse | undefined> {
    const problem = unannounced(command, announced)
    if (problem !== undefined) return Effect.succeed(plain(problem.code, { clTRID, svTRID }, problem))
    const { allocationTokens, handlers, limits: { namesPerCheck }, requiresAuthCodes, shown, subProducts } =
      this.#server
    const route = routed(command, subProducts, { clTRID, svTRID })
    if (route._tag === "Refused") return Effect.succeed(readable(route.response, announced))
    if (requiresAuthCodes && lacksAuthCode(command)) {
      return Effect.succeed(plain(2306, { clTRID, svTRID }, { detail: "every name has an auth code" }))
    }
    const mismatch = tokenProblem(command, allocationTokens)
    if (mismatch !== undefined) return Effect.succeed(plain(mismatch.code, { clTRID, svTRID }, mismatch))
    const context = { registrar: account.clientId, account: registrar, announced, clTRID, svTRID, namesPerCheck }
    return Effect.map(
      carryOut(handlers, command, context),
      (response) => {
        const shownResponse = response && withShownRegistrars(withTokens(response, command, allocationTokens), shown)
        return shownResponse && readable(withSubProduct(shownResponse, route.echo), announced)
      }
    )
  }

  #goWrong(fault: EppFault, command: EppCommand, transaction: TransactionIds): Effect.Effect<SessionReply> {
    const answer = this.#answer(command, transaction)
    switch (fault._tag) {
      case "Cut":
        return fault.when === "before" ? Effect.succeed(undefined) : Effect.as(answer, undefined)
      case "Fail": {
        const failure = written(plain(fault.code, transaction, fault.text === undefined ? {} : { detail: fault.text }))
        return fault.when === "before" ? Effect.succeed(failure) : Effect.as(answer, failure)
      }
      case "Delay":
        return Effect.tap(Effect.map(answer, written), () => fault.until)
      case "WrongId":
        return Effect.map(answer, (message) => written(withId(message, fault.clTRID)))
      case "Trickle":
      case "WrongLength":
        return Effect.map(answer, (message) => {
          const reply = written(message)
          return reply && { ...reply, manner: fault }
        })
      case "Garbage":
        return Effect.as(answer, { document: fault.document, closes: false })
    }
  }
}

const verdictOf = ({ results: [{ code }] }: EppResponse): PasswordVerdict =>
  code === 1000 ? "right" : code === 2200 || code === 2501 ? "wrong" : "unknown"

const beforeLogin = (transaction: TransactionIds): EppResponse => plain(2002, transaction, { detail: "log in first" })

const written = (message: ServerMessage | undefined): SessionReply =>
  message && {
    document: documentOf(message),
    closes: message._tag === "Response" && endsSession(message.results[0].code)
  }

/** The document of a response. A response with a character that XML does not allow becomes 2400. */
const documentOf = (message: ServerMessage): string => {
  try {
    return writeServerMessage(message)
  } catch (error) {
    if (!(error instanceof IllegalXmlCharacter) || message._tag === "Greeting") throw error
    const { clTRID, svTRID } = message
    return writeServerMessage(plain(2400, { clTRID, svTRID }, { detail: error.message }))
  }
}

const withId = (message: ServerMessage | undefined, clTRID: string | undefined): ServerMessage | undefined => {
  if (message?._tag !== "Response") return message
  const { clTRID: _, ...others } = message
  return clTRID === undefined ? others : { ...others, clTRID }
}

/** True if the command would leave a domain without an auth code. */
const lacksAuthCode = (command: EppCommand): boolean => {
  switch (command._tag) {
    case "DomainCreate":
      return command.authInfo.password === ""
    case "DomainUpdate":
      return command.change?.authInfo === null || command.change?.authInfo?.password === ""
    default:
      return false
  }
}
