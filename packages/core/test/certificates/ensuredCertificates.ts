import {
  type Certificate,
  CertificateAuthorities,
  type CertificateAuthority,
  type CertificateName,
  certificateNames,
  Certificates,
  CertificateStore,
  ChallengeResponses,
  IssuedCertificates,
  type ServedCertificate
} from "@namewright/core/certificates"
import { Hostname, type OrganizationId, WildcardName } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect, Layer, Option } from "effect"
import { afterAll, afterEach, beforeAll } from "vitest"
import { type ScriptedAuthority } from "./ScriptedAuthority.ts"

export const host = (text: string): Hostname => Hostname.make(text)

export const certificateName = (text: string): CertificateName =>
  text.startsWith("*.") ? WildcardName.make(text) : host(text)

/** Names of the certificates of a test, which are released after it. */
const ensuredNames: Array<ReadonlyArray<CertificateName>> = []

export const ensure = (
  { runtime }: TestPlatform,
  name: string,
  organization: OrganizationId | null = null,
  ...others: ReadonlyArray<string>
) => {
  const names = [certificateName(name), ...others.map(certificateName)] as const
  ensuredNames.push(names)
  return runtime.runPromise(
    Effect.flatMap(
      Certificates,
      (certificates) => certificates.ensure(names, organization, "tests")
    )
  )
}

export const release = ({ runtime }: TestPlatform, names: ReadonlyArray<CertificateName>) =>
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
      Effect.flatMap(CertificateStore, (store) => store.lockNames(certificateNames(names.map(certificateName))))
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

/**
 * Starts a platform for the tests of a block. Returns the function with which a test replaces the authorities of the
 * installation.
 */
export const steeredAuthorities = (hasStarted: (platform: TestPlatform) => void) => {
  const all: Array<CertificateAuthority> = []
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await testPlatform({ certificateAuthorities: Layer.succeed(CertificateAuthorities, { all }) })
    hasStarted(platform)
  })
  afterEach(() => releaseAll(platform))
  afterAll(() => platform.dispose())
  return (...scripted: ReadonlyArray<ScriptedAuthority>) =>
    void all.splice(0, all.length, ...scripted.map(({ authority }) => authority))
}
