CREATE TABLE events (
  event_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C",
  object_name text COLLATE "C",
  type text COLLATE "C",
  subtype text COLLATE "C",
  event_data text NOT NULL,
  created_on timestamp with time zone NOT NULL,
  acknowledged_on timestamp with time zone,
  CONSTRAINT events_pkey PRIMARY KEY (event_id)
);

CREATE INDEX events_created ON public.events USING btree (organization_id, created_on, event_id);
CREATE INDEX events_object ON public.events USING btree (organization_id, object_id, event_id);
CREATE INDEX events_object_name ON public.events USING btree (organization_id, object_name);
CREATE INDEX events_pending ON public.events USING btree (organization_id, created_on, event_id) WHERE (acknowledged_on IS NULL);
