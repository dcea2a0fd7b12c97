import {
  type AuthorityAccount,
  type AuthorityChallenge,
  AuthorityFailed,
  type AuthorityOrder,
  type CertificateAuthority,
  type IssuedChain
} from "@namewright/core/certificates"
import type * as Acme from "acme-client"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import type { AcmeAuthorityOptions } from "./AcmeAuthorityOptions.ts"
import { AcmeProblem, authorityFailed } from "./AcmeProblem.ts"
import { httpsExchange } from "./httpsExchange.ts"
import { loadAcmeClient } from "./loadAcmeClient.ts"
import { readRenewalInformation, renewalIdOf } from "./renewalInformation.ts"

const call = <A>(exchange: () => Promise<A>): Effect.Effect<A, AuthorityFailed> =>
  Effect.tryPromise({ try: exchange, catch: authorityFailed })

const refused = (message: string) => new AuthorityFailed({ reason: "refused", message })

const Directory = Schema.Struct({
  renewalInfo: Schema.optionalKey(Schema.String),
  meta: Schema.optionalKey(Schema.Struct({ caaIdentities: Schema.optionalKey(Schema.Array(Schema.String)) }))
})
type Directory = typeof Directory.Type

const readDirectory = Schema.decodeUnknownSync(Schema.fromJsonString(Directory))

const secondOf = (date: Date) => DateTime.makeUnsafe(Math.floor(date.getTime() / 1000) * 1000)

/** Driver of one authority over `acme-client`. */
export class AcmeAuthority implements CertificateAuthority {
  readonly name: string
  readonly provesNames = true
  readonly limit: CertificateAuthority["limit"]
  readonly issueLimit: CertificateAuthority["issueLimit"]
  readonly #options: AcmeAuthorityOptions
  /** Clients by account URL; the empty text is that of a new account. They keep the directory for a day. */
  readonly #clients = new Map<string, Acme.Client>()

  constructor(options: AcmeAuthorityOptions) {
    this.name = options.name
    this.limit = options.limit
    this.issueLimit = options.issueLimit
    this.#options = options
  }

  readonly register = (key: Redacted.Redacted) =>
    call(async () => {
      const client = await this.#client({ url: "", key })
      const { email } = this.#options
      await client.createAccount({
        termsOfServiceAgreed: true,
        ...(email === undefined ? {} : { contact: [`mailto:${email}`] })
      })
      return client.getAccountUrl()
    })

  readonly order = (account: AuthorityAccount, { names, replaces }: Parameters<CertificateAuthority["order"]>[1]) =>
    call(async () => {
      const client = await this.#client(account)
      const { profile } = this.#options
      const request = {
        identifiers: names.map((value) => ({ type: "dns", value })),
        ...(profile === undefined ? {} : { profile })
      }
      const ordered = replaces === null ? request : { ...request, replaces }
      return this.#stateOf(client, await client.createOrder(ordered))
    })

  readonly lookUp = (account: AuthorityAccount, url: string) =>
    call(async () => {
      const client = await this.#client(account)
      return this.#stateOf(client, await orderAt(client, url))
    })

  readonly confirm = (account: AuthorityAccount, challenge: AuthorityChallenge) =>
    call(async () => {
      const client = await this.#client(account)
      const { token, type, url } = challenge
      await client.completeChallenge({ type, status: "pending", token, url })
    })

  readonly finalize = (
    account: AuthorityAccount,
    { url }: AuthorityOrder,
    names: ReadonlyArray<string>,
    key: Redacted.Redacted
  ) =>
    call(async () => {
      const { crypto } = await this.#library()
      const client = await this.#client(account)
      const [, request] = await crypto.createCsr({ altNames: [...names] }, Redacted.value(key))
      const order = await orderAt(client, url)
      // Another process has finalized the order meanwhile.
      if (order.status !== "ready") return this.#stateOf(client, order)
      const finalized = await client.finalizeOrder(order, request).catch((error: unknown) => {
        // Another process was faster after the look: its outcome is read and not taken for a refusal.
        if (error instanceof AcmeProblem && error.type === "orderNotReady") return orderAt(client, url)
        throw error
      })
      return this.#stateOf(client, finalized)
    })

  readonly download = (
    account: AuthorityAccount,
    { url }: AuthorityOrder,
    names: ReadonlyArray<string>,
    key: Redacted.Redacted
  ): Effect.Effect<IssuedChain, AuthorityFailed> =>
    Effect.flatMap(
      call(async () => {
        const client = await this.#client(account)
        const order = await orderAt(client, url)
        if (order.certificate === undefined) throw new Error("The order has no certificate yet")
        return client.getCertificate(order)
      }),
      (chain) => readChain(chain, names, key)
    )

  readonly renewalInfo = (renewal_id: string) =>
    call(async () => {
      const { renewalInfo } = await this.#directory()
      if (renewalInfo === undefined) return Option.none()
      return Option.some(await readRenewalInformation(renewalInfo, renewal_id, this.#options.trustedRoots))
    })

  readonly caaIdentities = call(async () => {
    const { meta } = await this.#directory()
    return (meta?.caaIdentities ?? []).map((domain) => domain.toLowerCase())
  })

  /** Members of the directory that the library does not read. */
  readonly #directory = async (): Promise<Directory> => {
    const { directoryUrl, trustedRoots } = this.#options
    const response = await httpsExchange({ url: directoryUrl, method: "GET", headers: {}, trustedRoots })
    if (response.status !== 200) throw new AcmeProblem(response, Date.now())
    return readDirectory(response.body)
  }

  readonly #library = () => loadAcmeClient(this.#options.directoryUrl, this.#options.trustedRoots)

  readonly #client = async ({ key, url }: AuthorityAccount): Promise<Acme.Client> => {
    const acme = await this.#library()
    const known = this.#clients.get(url)
    if (known !== undefined) return known
    const { directoryUrl, externalAccount } = this.#options
    const client = new acme.Client({
      directoryUrl,
      accountKey: Redacted.value(key),
      ...(url === "" ? {} : { accountUrl: url }),
      ...(externalAccount === undefined
        ? {}
        : { externalAccountBinding: { kid: externalAccount.keyId, hmacKey: Redacted.value(externalAccount.hmacKey) } })
    })
    if (url !== "") this.#clients.set(url, client)
    return client
  }

  readonly #stateOf = async (client: Acme.Client, order: Acme.Order): Promise<AuthorityOrder> => {
    const { error, status, url } = order
    if (status !== "pending" && status !== "invalid") return { url, status, challenges: [], problem: null }
    const authorizations = await client.getAuthorizations(order)
    const challenges = authorizations.flatMap((authorization) =>
      authorization.status === "pending" || authorization.status === "invalid"
        ? authorization.challenges.map((challenge) => ({ name: nameOf(authorization), challenge }))
        : []
    )
    const problems = challenges.flatMap(({ challenge }) => detailOf(challenge.error) ?? [])
    const open = challenges.flatMap(({ challenge, name }) =>
      challenge.status === "pending" && (challenge.type === "http-01" || challenge.type === "dns-01")
        ? [{ name, type: challenge.type, challenge }]
        : []
    )
    return {
      url,
      status,
      challenges: await Promise.all(open.map(async ({ challenge, name, type }) => ({
        type,
        name,
        url: challenge.url,
        token: challenge.token,
        // For DNS the library returns the text of the record.
        response: await client.getChallengeKeyAuthorization(challenge)
      }))),
      problem: problems.length > 0 ? problems.join("; ") : detailOf(error) ?? null
    }
  }
}

/** The order at a URL. Its other members are read from the server. */
const orderAt = (client: Acme.Client, url: string): Promise<Acme.Order> =>
  client.getOrder({ url, status: "pending", identifiers: [], authorizations: [], finalize: "" })

/** Name of an order that an authorization proves; the identifier of a wildcard is its host (RFC 8555, section 7.1.4). */
const nameOf = ({ identifier, wildcard }: Acme.Authorization): string =>
  wildcard === true ? `*.${identifier.value}` : identifier.value

const detailOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "detail" in error && typeof error.detail === "string"
    ? error.detail
    : undefined

const unreadable = () =>
  new AuthorityFailed({ reason: "unavailable", message: "The authority has returned a chain that cannot be read" })

/** Reads a chain. One for other names or another key is refused; a malformed one is downloaded again. */
const readChain = (
  chain: string,
  names: ReadonlyArray<string>,
  key: Redacted.Redacted
): Effect.Effect<IssuedChain, AuthorityFailed> =>
  Effect.gen(function*() {
    const read = yield* Effect.try({ try: () => parsedChain(chain), catch: unreadable })
    const { certificate, ...issued } = read
    if (!certificate.checkPrivateKey(createPrivateKey(Redacted.value(key)))) {
      return yield* refused("The authority has issued a certificate for another key")
    }
    const missing = names.filter((name) => certificate.checkHost(name) === undefined)
    if (missing.length > 0) return yield* refused(`The certificate does not cover ${missing.join(", ")}`)
    return issued
  })

/** Throws if one of the certificates is malformed, or there is none. */
const parsedChain = (chain: string) => {
  const [certificate] = chain.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((one) => one !== "")
    .map((one) => new X509Certificate(one))
  if (certificate === undefined) throw new Error("No certificate")
  return {
    certificate,
    chain,
    valid_from: secondOf(certificate.validFromDate),
    expires_on: secondOf(certificate.validToDate),
    renewal_id: renewalIdOf(certificate.raw) ?? null
  }
}
