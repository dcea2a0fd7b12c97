import type { EppGreeting } from "../message/EppResponse.ts"
import type { Login } from "../message/SessionCommand.ts"

/** Why a login asks for what the server does not offer; undefined when it offers all of it. */
export const loginProblem = (
  { extensions, language, objects, version }: Login,
  offered: Pick<EppGreeting, "extensions" | "languages" | "objects" | "versions">
): { readonly code: 2100 | 2102 | 2103 | 2307; readonly detail: string } | undefined => {
  if (!offered.versions.includes(version)) return { code: 2100, detail: `version ${version}` }
  if (!offered.languages.includes(language)) return { code: 2102, detail: `language ${language}` }
  const object = objects.find((uri) => !offered.objects.includes(uri))
  if (object !== undefined) return { code: 2307, detail: object }
  const extension = extensions.find((uri) => !offered.extensions.includes(uri))
  return extension === undefined ? undefined : { code: 2103, detail: extension }
}
