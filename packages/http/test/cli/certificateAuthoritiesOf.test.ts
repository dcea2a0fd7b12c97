import { assert, it } from "@effect/vitest"
import { authorityProblems, chosenAuthorities } from "../../src/cli/certificateAuthoritiesOf.ts"

const choice = (acmeDirectory: string, acmeFallbackDirectory?: string) => ({
  environment: "production" as const,
  acmeAcceptTerms: true,
  acmeDirectory,
  acmeFallbackDirectory
})

const names = (...directories: Parameters<typeof choice>) =>
  chosenAuthorities(choice(...directories)).map(({ name }) => name)

it("names authorities by host and path, and known ones by their short name", () => {
  const two = ["https://ca.example/one/directory", "https://ca.example:8443/two/directory?tenant=a"] as const
  assert.deepStrictEqual(names(...two), ["ca.example/one/directory", "ca.example:8443/two/directory?tenant=a"])
  assert.deepStrictEqual(
    names("https://ACME-V02.api.letsencrypt.org/directory", "letsencrypt-staging"),
    ["letsencrypt", "letsencrypt-staging"]
  )
})

it("refuses a fallback that is the first authority in another notation", () => {
  const refusal = ["--acme-fallback-directory: expected another authority than --acme-directory"]
  assert.deepStrictEqual(
    authorityProblems(choice("letsencrypt", "https://acme-v02.api.letsencrypt.org/directory")),
    refusal
  )
  assert.deepStrictEqual(authorityProblems(choice("https://ca.example/one", "https://CA.example:443/one")), refusal)
  assert.deepStrictEqual(authorityProblems(choice("https://ca.example/one", "https://ca.example/two")), [])
})

it("has a fallback beside the authority of production", () => {
  const standard = { environment: "production" as const, tls: "acme" as const, acmeAcceptTerms: true }
  assert.lengthOf(authorityProblems({ ...standard, acmeFallbackDirectory: "letsencrypt" }), 1)
})
