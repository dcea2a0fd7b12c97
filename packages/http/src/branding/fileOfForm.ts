import { BrandingAssetTooLarge } from "@namewright/core/branding"
import { Effect, Stream } from "effect"
import { Multipart } from "effect/http"
import { type ProblemBody, toProblem, validationProblem } from "../shared/Problem.ts"

/** Bytes of the first part `file` of a form. Other parts are ignored. */
export const fileOfForm = (parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>) =>
  parts.pipe(
    Stream.filter((part) => part.key === "file" && Multipart.isFile(part)),
    Stream.mapEffect((part) => Multipart.isFile(part) ? part.contentEffect : Effect.succeed(new Uint8Array())),
    // Read to its end: a body that was sent in one piece must not be cut off.
    Stream.runCollect,
    Effect.catch(refused),
    Effect.flatMap(([file]) =>
      file === undefined
        ? Effect.fail(validationProblem([issue("missing", "The form has no file in the part `file`")]))
        : Effect.succeed(file)
    )
  )

const issue = (type: string, msg: string) => ({ loc: ["body", "file"], type, msg, input: null })

const refused = (
  { reason }: Multipart.MultipartError
): Effect.Effect<never, ProblemBody<413> | ProblemBody<422>> => {
  switch (reason._tag) {
    case "FileTooLarge":
    case "BodyTooLarge":
      return Effect.fail(toProblem(new BrandingAssetTooLarge()))
    case "InternalError":
      // The body could not be read, such as after the caller disconnected.
      return Effect.die(reason.cause)
    default:
      return Effect.fail(validationProblem([{ ...issue("form_invalid", "The body is no form"), loc: ["body"] }]))
  }
}
