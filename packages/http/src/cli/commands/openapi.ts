import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { openApiDocument } from "../../platform/openapi/openApiDocument.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

export const openapi = Command.make(
  "openapi",
  settingFlags("environment", "baseUrl"),
  Effect.fnUntraced(function*(flags) {
    const { baseUrl = "http://127.0.0.1:8080", environment } = yield* chosenSettings(flags)
    yield* Console.log(JSON.stringify(openApiDocument({ base_url: baseUrl, environment }), null, 2))
  })
).pipe(Command.withDescription("Print the OpenAPI document of the REST interface"))
