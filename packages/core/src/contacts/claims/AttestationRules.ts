import { type InputIssue, inputIssue, type PolicyIssue, type VerificationClaim } from "../../shared/index.ts"
import type { VerificationProof } from "../../tlds/index.ts"
import type { Attestation, VerificationMethod } from "./ContactClaim.ts"
import { highestLevelOf, isAtMost } from "./highestLevelOf.ts"

const documents = ["VDIG", "ELECTRONIC_DOCUMENT", "PHYSICAL_DOCUMENT"] as const satisfies ReadonlyArray<
  VerificationMethod
>

/** The procedures that can establish a claim. No document shows that an address or a number reaches its holder. */
export const methodsOfClaim: Readonly<Record<VerificationClaim, ReadonlyArray<VerificationMethod>>> = {
  NAME: ["AUTH", ...documents, "BVR", "PVR", "DATA"],
  ADDRESS: ["AUTH", ...documents, "BVR", "PVR", "DATA"],
  EMAIL: ["AUTH", "DATA", "REACHABILITY"],
  PHONE: ["AUTH", "DATA", "REACHABILITY"],
  LEGAL_ENTITY: ["AUTH", ...documents, "DATA"]
}

interface Evidence {
  readonly methods: ReadonlyArray<VerificationMethod>
  /** Default: every claim that the method can establish. */
  readonly claims?: ReadonlyArray<VerificationClaim>
}

const identityDocument: Evidence = {
  methods: ["AUTH", ...documents, "BVR", "PVR"],
  claims: ["NAME", "ADDRESS", "EMAIL", "PHONE"]
}
const statement: Evidence = { methods: documents }
const account: Evidence = { methods: ["AUTH", "DATA"] }
const register: Evidence = { methods: ["AUTH", "DATA"] }

/** The procedures that a proof can result from, and the claims that it can support. */
export const evidenceOfProof: Readonly<Record<VerificationProof, Evidence>> = {
  IDCARD: identityDocument,
  PASSPORT: identityDocument,
  RESIDENCE_PERMIT: identityDocument,
  PROOF_OF_ARRIVAL: identityDocument,
  DRIVERS_LICENCE: identityDocument,
  POPULATION_REGISTER: { ...register, claims: ["NAME", "ADDRESS", "EMAIL", "PHONE"] },
  COMPANY_REGISTER: register,
  ADDRESS_DATABASE: { methods: ["DATA"], claims: ["NAME", "ADDRESS"] },
  BANK_ACCOUNT: account,
  ONLINE_PAYMENT_ACCOUNT: account,
  UTILITY_ACCOUNT: account,
  COMPANY_STATEMENT: statement,
  BANK_STATEMENT: statement,
  TAX_STATEMENT: statement,
  WRITTEN_ATTESTATION: statement,
  DIGITAL_ATTESTATION: { methods: ["AUTH", "VDIG", "ELECTRONIC_DOCUMENT", "DATA"] },
  POSTAL_VER_TRANSACTION_LOG: { methods: ["BVR", "PVR"], claims: ["NAME", "ADDRESS"] },
  EMAIL_VER_TRANSACTION_LOG: { methods: ["REACHABILITY"], claims: ["EMAIL"] },
  PHONE_VER_TRANSACTION_LOG: { methods: ["REACHABILITY"], claims: ["PHONE"] }
}

/** Contradiction of claim, method and proof; undefined if they go together. */
const contradictionOf = ({ claim, method, proof }: Attestation): string | undefined => {
  if (!methodsOfClaim[claim].includes(method)) return `${method} cannot establish ${claim}`
  const { claims, methods } = evidenceOfProof[proof]
  if (!methods.includes(method)) return `${proof} cannot result from ${method}`
  return claims === undefined || claims.includes(claim) ? undefined : `${proof} cannot support ${claim}`
}

/** Impossible combinations of a batch, by position. */
export const contradictions = (attestations: ReadonlyArray<Attestation>): ReadonlyArray<PolicyIssue> =>
  attestations.flatMap((attestation, index) => {
    const detail = contradictionOf(attestation)
    return detail === undefined ? [] : [{ detail, pointer: `attestations[${index}]` }]
  })

/** Problems of a batch as an input: a claim twice, and missing or unknown electronic identifications. */
export const attestationIssues = (attestations: ReadonlyArray<Attestation>): ReadonlyArray<InputIssue> =>
  attestations.flatMap((attestation, index) => [
    ...repeatedClaim(attestations, attestation, index),
    ...(attestation.method === "AUTH" ? eidIssues(attestation, index) : [])
  ])

const repeatedClaim = (all: ReadonlyArray<Attestation>, { claim }: Attestation, index: number) =>
  all.findIndex((other) => other.claim === claim) === index
    ? []
    : [inputIssue(["body", "attestations", index, "claim"], "value_error", `${claim} occurs twice`, claim)]

const eidIssues = ({ eid }: Attestation, index: number): ReadonlyArray<InputIssue> => {
  const loc = ["body", "attestations", index, "eid"]
  if (eid === undefined || eid === null) return [inputIssue(loc, "missing", "The method AUTH requires eid", null)]
  const { eid_scheme, level_of_assurance } = eid
  const highest = highestLevelOf(eid_scheme)
  if (highest === undefined) {
    const message = "Expected a country or a scheme that is notified under eIDAS"
    return [inputIssue([...loc, "eid_scheme"], "value_error", message, eid_scheme)]
  }
  if (isAtMost(level_of_assurance, highest)) return []
  const message = `${eid_scheme} is notified for the level ${highest} at most`
  return [inputIssue([...loc, "level_of_assurance"], "value_error", message, level_of_assurance)]
}

/** True if all attestations have the same method, proof and reference. */
export const isUniform = ([first, ...others]: ReadonlyArray<Attestation>): boolean =>
  first === undefined ||
  others.every(({ attestation_reference, method, proof }) =>
    attestation_reference === first.attestation_reference && method === first.method && proof === first.proof
  )

/** TLDs whose registry takes one method, proof and reference for all claims, also before it demands a verification. */
export const uniformTlds: ReadonlySet<string> = new Set(["de"])
