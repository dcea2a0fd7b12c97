import { Result, Schema } from "effect"
import {
  type CommandRequest,
  type InstanceProblem,
  instanceProblem,
  type JobOperation,
  type PlannedJob,
  type Problem,
  validationProblem
} from "../../jobs/index.ts"
import { limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"

/** The name of a zone as commands write it; what is wrong with it concerns its own instance alone. */
export const GivenZoneName = Schema.String.check(Schema.isMaxLength(limits.searchText))

/** What a command does to a zone, in the words of jobs. */
export interface ZoneWork {
  /** The command as it was submitted. */
  readonly command: string
  readonly kind: string
  readonly operation: JobOperation
  readonly verb: string
}

/** The name in the form in which zones are kept, or what is wrong with it. */
const zoneNamed = (given: string): Result.Result<DnsName.DnsName, Problem> => {
  const parsed = DnsName.parse(given.trim())
  if (Result.isFailure(parsed)) return Result.fail(nameProblem(parsed.failure.message))
  const name = DnsName.lowerCase(parsed.success)
  return name === DnsName.root || given === "@" ? Result.fail(nameProblem("A zone has a name")) : Result.succeed(name)
}

const nameProblem = (message: string) => validationProblem("INVALID_ZONE_NAME", message)

/**
 * The job that does something to the zone of this name. Whether the zone exists is checked when the job runs: an earlier
 * command of the same batch may make it.
 */
export const planZone = <A>(
  { command, kind, operation, verb }: ZoneWork,
  asked: CommandRequest<A>,
  given: string,
  problems: ReadonlyArray<Problem>,
  request: (name: DnsName.DnsName) => Schema.JsonObject
): PlannedJob | InstanceProblem => {
  const named = zoneNamed(given)
  if (Result.isFailure(named)) return instanceProblem(asked, given, [named.failure, ...problems])
  const name = named.success
  if (problems.length > 0) return instanceProblem(asked, name, problems)
  return {
    instance_index: asked.instance_index,
    kind,
    operation,
    resource_key: name,
    ordering_key: `zone ${name}`,
    display: `${verb} Zone '${name.slice(0, -1)}'`,
    payload: { type: command, operation, zone: request(name) }
  }
}
