import { Schema } from "effect"
import { call, type CallOptions, type CallsFor, inBody, inPath, type InputOf, type JsonOf } from "../../shared/index.ts"
import { HandInDeclaration, ShownDeclaration } from "../declaration/ApplicantDeclaration.ts"
import { DomainReference } from "../Domain.ts"
import { Declarations } from "./Declarations.ts"

export interface DeclarationJson extends JsonOf<typeof ShownDeclaration> {}
export interface HandInDeclarationInput extends InputOf<typeof HandInDeclaration> {}

/** Declarations of the holders of new domains, which the registry of .no requires. */
export interface DeclarationCalls {
  /**
   * Hands in the declaration that the holder of a new `.no` domain has signed, and orders the registration.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_NORID_DECLARATION_EXPIRED,
   *   ERROR_NORID_DECLARATION_NAME_MISMATCH, ERROR_NORID_DECLARATION_NOT_FOUND, ERROR_NORID_DECLARATION_STATE,
   *   ERROR_POLICY_VALIDATION
   *
   * @example
   * await caller.domains.handInDeclaration("example.no", { accept_name: "Ada Lovelace", accept_date: "2026-03-01T09:00:00Z" })
   */
  readonly handInDeclaration: (
    domain_reference: string,
    request: HandInDeclarationInput,
    options?: CallOptions
  ) => Promise<DeclarationJson>
  /**
   * Mails the declaration to the holder of a new `.no` domain again. Links of earlier mails remain valid.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_NORID_DECLARATION_NOT_FOUND,
   *   ERROR_NORID_DECLARATION_STATE, ERROR_POLICY_VALIDATION, ERROR_RATE_LIMITED
   *
   * @example
   * await caller.domains.resendDeclaration("example.no")
   */
  readonly resendDeclaration: (domain_reference: string, options?: CallOptions) => Promise<void>
}

const byReference = inPath("domain_reference", DomainReference)

export const declarationCalls = {
  handInDeclaration: call(
    [byReference, inBody(HandInDeclaration)],
    ShownDeclaration,
    (reference, request) => Declarations.use((declarations) => declarations.handIn(reference, request))
  ),
  resendDeclaration: call(
    [byReference],
    Schema.Void,
    (reference) => Declarations.use((declarations) => declarations.resend(reference))
  )
} satisfies CallsFor<DeclarationCalls>
