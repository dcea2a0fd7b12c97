import { Effect, Predicate, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { inheritable } from "../jobs/index.ts"
import { Country, countryCodes, Instant, limits, OrganizationId, Text, TypeId } from "../shared/index.ts"
import { AssignedTag, StatusTag, type TagFilter } from "../tags/index.ts"
import { LinkedAttributeSet } from "./attributes/AttributeSet.ts"
import { Email } from "./Email.ts"
import { Phone } from "./Phone.ts"
import { canonicalPostalCode } from "./PostalCode.ts"

export const ContactId = TypeId.schema("contact").pipe(Schema.brand("ContactId"))
export type ContactId = typeof ContactId.Type
export const newContactId = TypeId.generator("contact", (text) => ContactId.make(text))

/**
 * Person or organization in a role of a domain. Immutable: a new address needs a new contact.
 * Source: REST specification, "Contacts".
 */
export const Contact = Schema.Struct({
  contact_id: ContactId,
  organization_id: OrganizationId,
  first_name: Schema.String,
  last_name: Schema.String,
  org: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  email: Schema.String,
  /** `+CC.NUMBER` */
  phone: Schema.String,
  fax: Schema.NullOr(Schema.String),
  /** One to three lines. */
  street: Schema.String,
  city: Schema.String,
  state: Schema.NullOr(Schema.String),
  postal_code: Schema.String,
  /** ISO 3166-1 alpha-2, upper case. */
  country: Schema.String,
  /** True if a registry may publish the data. */
  disclose: Schema.Boolean,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Contact" })
export type Contact = typeof Contact.Type

/** Contact as callers see it; `tags` and `status_tags` are null unless requested. */
export const ContactDetails = Schema.Struct({
  ...Contact.fields,
  attribute_sets: Schema.Array(LinkedAttributeSet),
  tags: Schema.NullOr(Schema.Array(AssignedTag)),
  status_tags: Schema.NullOr(Schema.Array(StatusTag))
}).annotate({ identifier: "ContactDetails" })
export type ContactDetails = typeof ContactDetails.Type

const text = Text.line(limits.contactText)

/** Absent, null and blank text are equivalent. */
const optional = <S extends Schema.Codec<string, string>>(schema: S, annotations: { readonly format?: string } = {}) =>
  Schema.NullOr(Schema.String.check(Schema.isMaxLength(limits.contactText.maximum)).annotate(annotations)).pipe(
    Schema.decodeTo(
      Schema.NullOr(schema),
      SchemaTransformation.transform<S["Encoded"] | null, string | null>({
        decode: (value) => value === null || value.trim() === "" ? null : value,
        encode: (value) => value
      })
    ),
    Schema.withDecodingDefaultKey(Effect.succeed(null))
  )

const street = Schema.String.check(
  Schema.isMinLength(limits.contactText.minimum),
  Schema.isMaxLength(limits.contactText.maximum),
  Text.multiLine
).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.isMinLength(limits.contactText.minimum),
      Schema.makeFilter<string>(
        (lines) =>
          lines.split("\n").length <= limits.streetLines ? undefined : `Expected at most ${limits.streetLines} lines`,
        { issueType: "too_many_lines" }
      )
    ),
    SchemaTransformation.transform({
      decode: (lines) =>
        lines.split(/\r\n|\r|\n/).map((line) => line.replaceAll("\t", " ").trim()).filter((line) => line !== "")
          .join("\n"),
      encode: (lines) => lines
    })
  )
)

const postalCode = Schema.String.check(
  Schema.isMinLength(limits.contactText.minimum),
  Schema.isMaxLength(limits.contactText.maximum)
)

const fields = Schema.Struct({
  first_name: text,
  last_name: text,
  org: optional(text),
  title: optional(text),
  email: Email,
  phone: Phone,
  fax: optional(Phone, { format: "phone" }),
  street,
  city: text,
  state: optional(text),
  postal_code: postalCode,
  country: Country,
  disclose: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}).annotate({ identifier: "CreateContact" })

/** Slug for a postal code that its country does not have. */
export const invalidPostalCode = "invalid_postal_code"

/**
 * Adds the problem of the postal code to other problems. It is checked against the country: a check of one field does
 * not see the country, and a check of the whole runs only if every field is valid.
 */
const addPostalCodeProblem = (issue: SchemaIssue.Issue, options: { readonly reportInput?: boolean | undefined }) => {
  if (issue._tag !== "Composite" || !Predicate.isObject(issue.input)) return issue
  const { country, postal_code } = issue.input as { readonly country?: unknown; readonly postal_code?: unknown }
  if (!Predicate.isString(country) || !countryCodes.has(country.toUpperCase())) return issue
  if (!Predicate.isString(postal_code) || postal_code === "" || postal_code.length > limits.contactText.maximum) {
    return issue
  }
  const canonical = canonicalPostalCode(country.toUpperCase(), postal_code)
  if (Result.isSuccess(canonical)) return issue
  const problem = new SchemaIssue.InvalidValue(
    { message: canonical.failure, issueType: invalidPostalCode },
    postal_code,
    options
  )
  return new SchemaIssue.Composite(
    issue.ast,
    [...issue.issues, new SchemaIssue.Pointer(["postal_code"], problem)],
    issue.input,
    options
  )
}

/** Request to create a contact. The service converts the postal code to its canonical form. */
export const CreateContact = fields.pipe(
  Schema.middlewareDecoding((decoded, options) =>
    Effect.mapError(decoded, (issue) => addPostalCodeProblem(issue, options))
  )
)
export type CreateContact = typeof CreateContact.Type

/** Blank text: equivalent to null, and overrides inherited values. */
const emptied = <S extends Schema.Codec<string, string>>(schema: S) =>
  Schema.String.check(Schema.isMaxLength(limits.contactText.maximum)).pipe(
    Schema.decodeTo(
      Schema.Union([Schema.Literal(""), schema]),
      SchemaTransformation.transform<S["Encoded"], string>({
        decode: (value) => value.trim() === "" ? "" : value,
        encode: (value) => value
      })
    )
  )

/** Members of contacts in the template and the instances of a bulk command. Absent and null members are inherited. */
export const ContactMembers = Schema.Struct({
  first_name: inheritable(text),
  last_name: inheritable(text),
  org: inheritable(emptied(text)),
  title: inheritable(emptied(text)),
  email: inheritable(Email),
  phone: inheritable(Phone),
  fax: inheritable(emptied(Phone)),
  street: inheritable(street),
  city: inheritable(text),
  state: inheritable(emptied(text)),
  postal_code: inheritable(postalCode),
  country: inheritable(Country),
  disclose: inheritable(Schema.Boolean)
}).annotate({ identifier: "ContactMembers" })

export const ContactSortField = Schema.Literals(["first_name", "last_name", "email", "created_on"])
  .annotate({ identifier: "ContactSortField" })
export type ContactSortField = typeof ContactSortField.Type

/** Optional part of a contact in responses. */
export const ContactInclude = Schema.Literals(["tags"]).annotate({ identifier: "ContactInclude" })
export type ContactInclude = typeof ContactInclude.Type

/** Filter of the list of contacts; all members must match. Text is matched literally and case-insensitively. */
export interface ContactFilter extends TagFilter {
  /** Part of the first name. */
  readonly first_name?: string | undefined
  /** Part of the last name. */
  readonly last_name?: string | undefined
  /** Part of the email address. */
  readonly email?: string | undefined
  /** Words, each part of a name, of the organization or of the email address. */
  readonly search?: string | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string | undefined
  /** Exclusive. */
  readonly created_after?: Instant.Instant | undefined
  /** Exclusive. */
  readonly created_before?: Instant.Instant | undefined
  /** True: named by a domain in any role. False: named by none. */
  readonly in_use?: boolean | undefined
  /** True: the email address is verified now. False: it is not. */
  readonly verified?: boolean | undefined
}
