import {
  type Certificate,
  Certificates,
  CertificateStore,
  ChallengeResponses,
  IssuedCertificates,
  type ServedCertificate
} from "@namewright/core/certificates"
import { Hostname, type OrganizationId } from "@namewright/core/shared"
import { type TestPlatform } from "@namewright/testing"
import { Effect, Option } from "effect"
import { type ScriptedAuthority } from "./ScriptedAuthority.ts"

export const host = (text: string): Hostname => Hostname.make(text)

/** Names of the certificates of a test, which are released after it. */
const ensuredNames: Array<ReadonlyArray<Hostname>> = []

export const ensure = (
  { runtime }: TestPlatform,
  name: string,
  organization: OrganizationId | null = null,
  ...others: ReadonlyArray<string>
) => {
  ensuredNames.push([host(name), ...others.map(host)])
  return runtime.runPromise(
    Effect.flatMap(
      Certificates,
      (certificates) => certificates.ensure([host(name), ...others.map(host)], organization, "tests")
    )
  )
}

export const release = ({ runtime }: TestPlatform, names: ReadonlyArray<Hostname>) =>
  runtime.runPromise(Effect.flatMap(Certificates, (certificates) => certificates.release(names, "tests")))

export const releaseAll = async (platform: TestPlatform) => {
  for (const names of ensuredNames.splice(0)) await release(platform, names)
}

export const served = ({ runtime }: TestPlatform, name: string): Promise<ServedCertificate | undefined> =>
  runtime.runPromise(
    Effect.map(Effect.flatMap(IssuedCertificates, (issued) => issued.find(host(name))), Option.getOrUndefined)
  )

/** The stored certificate; the test has ensured it. */
export const stored = async (platform: TestPlatform, ...names: ReadonlyArray<string>) =>
  Option.getOrThrow(
    await platform.runtime.runPromise(
      Effect.flatMap(CertificateStore, (store) => store.lockNames(names.map(host)))
    )
  )

/** A change of the stored certificate by another process. */
export const save = async (
  platform: TestPlatform,
  name: string,
  changed: (certificate: Certificate) => Certificate
) => {
  const certificate = changed(await stored(platform, name))
  await platform.runtime.runPromise(Effect.flatMap(CertificateStore, (store) => store.save(certificate)))
}

/** The response to a challenge, as a server finds it. */
export const responseTo = ({ runtime }: TestPlatform, token: string) =>
  runtime.runPromise(
    Effect.map(Effect.flatMap(ChallengeResponses, ({ find }) => find(token)), Option.getOrUndefined)
  )

export const ordersOf = ({ calls }: ScriptedAuthority) => calls.filter((call) => call.startsWith("order"))
