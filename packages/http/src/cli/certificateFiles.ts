import { Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { coversHost } from "../tls/coversHost.ts"
import type { FindCertificate } from "../tls/SecureContexts.ts"

/** DNS names of a certificate, in lower case. */
export const namesOf = (certificate: X509Certificate): ReadonlyArray<string> =>
  (certificate.subjectAltName ?? "").split(", ").flatMap((name) =>
    name.startsWith("DNS:") ? [name.slice("DNS:".length).toLowerCase()] : []
  )

/** The certificate of two PEM files, which are read again when they are needed: their renewal needs no restart. */
export const certificateFiles = (certificateFile: string, keyFile: string): FindCertificate => async (host) => {
  const [chain, key] = await Promise.all([readFile(certificateFile, "utf8"), readFile(keyFile, "utf8")])
  const certificate = new X509Certificate(chain)
  const names = namesOf(certificate)
  if (!coversHost(names, host)) return undefined
  return { names, chain, key: Redacted.make(key), expires: certificate.validToDate.getTime() }
}
