import { type Cause, Schema } from "effect"
import { errorCatalogue, type ErrorCode } from "./ErrorCatalogue.ts"
import { repetitionOf } from "./ErrorRepetition.ts"

/** A class of errors with one code of the catalogue. */
export type CodedErrorClass<Self, Tag extends string, Code extends ErrorCode, Fields extends Schema.Struct.Fields> =
  Schema.Class<
    Self,
    Schema.TaggedStruct<Tag, Fields>,
    Cause.YieldableError & { readonly code: Code; readonly retryable: boolean }
  >

/**
 * Makes the class of a `DomainError`. Callers are shown its `fields`, none by default, and `message`, one sentence or a
 * function that makes it of the fields. `retryable` is true if the same call may succeed later. Code, message and
 * `retryable` are getters of the prototype, so they are never encoded as fields; loggers list the code and `retryable`.
 */
export const CodedError =
  <Self>() =>
  <Tag extends string, Code extends ErrorCode, const Fields extends Schema.Struct.Fields = {}>(
    tag: Tag,
    { code, fields = {} as Fields, message }: {
      readonly code: Code
      readonly fields?: Fields
      readonly message: string | ((fields: Schema.Struct.Type<Fields>) => string)
    }
  ): CodedErrorClass<Self, Tag, Code, Fields> => {
    const base = Schema.TaggedError<Self, { readonly code: Code; readonly retryable: boolean }>()(tag, fields)
    // Effect has another result for a missing `Self`, which the compiler cannot rule out here.
    const errorClass = base as CodedErrorClass<Self, Tag, Code, Fields>
    Object.defineProperties(errorClass.prototype, {
      code: { enumerable: true, get: () => code },
      retryable: { enumerable: true, get: () => repetitionOf(errorCatalogue[code].kind) === "transient" },
      message: {
        get(this: Schema.Struct.Type<Fields>) {
          return typeof message === "string" ? message : message(this)
        }
      }
    })
    return errorClass
  }
