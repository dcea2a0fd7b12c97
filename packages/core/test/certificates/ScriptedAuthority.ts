import {
  type AuthorityChallenge,
  AuthorityFailed,
  type AuthorityOrder,
  CertificateAuthorities,
  type CertificateAuthority,
  type IssuedChain,
  type IssueLimit,
  layerSandboxAuthority,
  type OrderLimit,
  type RenewalWindow
} from "@namewright/core/certificates"
import { Context, Effect, Layer, Option } from "effect"

type Call = "register" | "order" | "confirm" | "lookUp" | "finalize" | "download" | "renewalInfo"

const challenge = (type: AuthorityChallenge["type"], name: string, token: string): AuthorityChallenge => ({
  type,
  name,
  url: `https://authority.example/challenges/${token}`,
  token,
  response: `${token}.key`
})

/** A pending challenge of a name, whose response is the token with the suffix `.key`. */
export const httpChallenge = (name: string, token: string) => challenge("http-01", name, token)
export const dnsChallenge = (name: string, token: string) => challenge("dns-01", name, token)

/** An authority that a test steers. Its certificates are those of the sandbox. */
export interface ScriptedAuthority {
  readonly authority: CertificateAuthority
  /** Calls in the order of their arrival: the method, and the names or `replaces` of an order. */
  readonly calls: Array<string>
  /** Failures of the next calls of a method, in order. */
  readonly failing: Map<Call, Array<AuthorityFailed>>
  /** Challenges of the next look-ups, in order; then none. */
  readonly challenges: Array<ReadonlyArray<AuthorityChallenge>>
  /** Statuses of the next look-ups, in order; then that of the order. */
  readonly statuses: Array<AuthorityOrder["status"]>
  window: RenewalWindow | undefined
  /** Runs when a challenge is confirmed. */
  confirming: () => Promise<void>
  /** Runs while renewal information is read. */
  reading: () => Promise<void>
}

const sandbox: Effect.Effect<CertificateAuthority> = Effect.scoped(
  Effect.flatMap(
    Layer.build(layerSandboxAuthority),
    (context) => Effect.orDie(Effect.fromNullishOr(Context.get(context, CertificateAuthorities).all[0]))
  )
)

export const scriptedAuthority = (
  name: string,
  limit?: OrderLimit,
  issueLimit?: IssueLimit
): ScriptedAuthority => {
  const calls: Array<string> = []
  const failing: ScriptedAuthority["failing"] = new Map()
  const statuses: ScriptedAuthority["statuses"] = []
  const challenges: ScriptedAuthority["challenges"] = []
  const orders = new Map<string, AuthorityOrder>()

  const called = <A>(call: Call, shown: string, answer: Effect.Effect<A, AuthorityFailed>) =>
    Effect.suspend(() => {
      calls.push(shown)
      const failure = failing.get(call)?.shift()
      return failure === undefined ? answer : Effect.fail(failure)
    })
  const answered = (order: AuthorityOrder) =>
    Effect.sync(() => {
      orders.set(order.url, order)
      return order
    })

  const scripted: ScriptedAuthority = {
    calls,
    failing,
    statuses,
    challenges,
    window: undefined,
    confirming: () => Promise.resolve(),
    reading: () => Promise.resolve(),
    authority: {
      name,
      provesNames: true,
      limit,
      issueLimit,
      register: () => called("register", "register", Effect.succeed(`https://${name}.example/account`)),
      order: (_account, { names, replaces }) =>
        called(
          "order",
          `order ${names.join(" ")}${replaces === null ? "" : ` replaces ${replaces}`}`,
          Effect.suspend(() =>
            answered({
              url: `https://${name}.example/orders/${orders.size + 1}`,
              status: "ready",
              challenges: [],
              problem: null
            })
          )
        ),
      lookUp: (_account, url) =>
        called(
          "lookUp",
          `lookUp ${url}`,
          Effect.suspend(() => {
            const order = orders.get(url)
            if (order === undefined) return Effect.fail(new AuthorityFailed({ reason: "refused", message: "No order" }))
            return Effect.succeed({
              ...order,
              status: statuses.shift() ?? order.status,
              challenges: challenges.shift() ?? [],
              problem: "No address"
            })
          })
        ),
      confirm: (_account, { token }) =>
        called("confirm", `confirm ${token}`, Effect.promise(() => scripted.confirming())),
      finalize: (_account, order) => called("finalize", "finalize", answered({ ...order, status: "valid" })),
      download: (account, order, names, key) =>
        called(
          "download",
          "download",
          Effect.map(
            Effect.flatMap(sandbox, (made) => made.download(account, order, names, key)),
            (chain): IssuedChain => ({ ...chain, renewal_id: scripted.window === undefined ? null : order.url })
          )
        ),
      caaIdentities: Effect.succeed([]),
      renewalInfo: (id) =>
        called(
          "renewalInfo",
          `renewalInfo ${id}`,
          Effect.promise(async () => {
            const { window } = scripted
            await scripted.reading()
            return Option.fromUndefinedOr(window)
          })
        )
    }
  }
  return scripted
}

export const authorities = (...scripted: ReadonlyArray<ScriptedAuthority>): Layer.Layer<CertificateAuthorities> =>
  Layer.succeed(CertificateAuthorities, { all: scripted.map(({ authority }) => authority) })

export const unavailable = new AuthorityFailed({ reason: "unavailable", message: "No answer" })
export const refused = new AuthorityFailed({ reason: "refused", message: "The name is forbidden" })
export const rateLimited = (retry_after: number | null) =>
  new AuthorityFailed({ reason: "rateLimited", message: "Too many certificates", retry_after })
