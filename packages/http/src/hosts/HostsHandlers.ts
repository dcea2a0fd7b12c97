import { Hosts } from "@namewright/core/hosts"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { HostsApi } from "./HostsApi.ts"

export const layer = group(
  HostsApi,
  Effect.fnUntraced(function*(handlers) {
    const hosts = yield* Hosts
    return handlers.handleAll({
      listHosts: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(hosts.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
      createHost: ({ payload }) => Effect.mapError(hosts.create(payload), toProblem),
      getHost: ({ params }) => Effect.mapError(hosts.get(params.host_reference), toProblem),
      replaceHost: ({ params, payload }) => Effect.mapError(hosts.replace(params.host_reference, payload), toProblem),
      deleteHost: ({ params }) => Effect.mapError(hosts.remove(params.host_reference), toProblem)
    })
  })
)
