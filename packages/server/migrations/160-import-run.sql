-- Files that members bring in: read and looked at, then written in batches. The run says how far it is, so that a page
-- which is loaded again, and a server which is started again, go on from there.
create table "importRun" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- What is brought in: product, signupUser, commentMod.
  kind text not null,
  state text not null,
  "fileName" text not null,
  -- Of its bytes and of where they go: the same file is not written twice at once.
  "fileHash" text not null,
  options jsonb not null,
  language text not null,
  "memberId" uuid not null,
  "actorName" text not null,
  ip text not null,
  columns jsonb not null,
  "leading" jsonb not null,
  "unknownHeaders" jsonb not null,
  "unknownNames" jsonb not null,
  counts jsonb not null,
  outcome jsonb not null,
  total integer not null,
  done integer not null,
  reason text not null default '',
  "createdAt" timestamptz not null,
  "startedAt" timestamptz,
  "endedAt" timestamptz,
  -- The last batch.
  "touchedAt" timestamptz not null
);
create unique index import_run_same_file on "importRun" ("firmId", kind, "fileHash") where state = 'running';
create index import_run_by_firm on "importRun" ("firmId", kind, "createdAt" desc);
create index import_run_by_file on "importRun" ("firmId", kind, "fileHash", "endedAt" desc) where "endedAt" is not null;
create index import_run_under_way on "importRun" (kind, "touchedAt") where state = 'running';
create index import_run_touched on "importRun" ("touchedAt");

create table "importRow" (
  "runId" uuid not null references "importRun" (id) on delete cascade,
  "firmId" uuid not null,
  line integer not null,
  -- Rows of one thing are written together: the line of the first of them.
  unit integer not null,
  state text not null,
  "isBad" boolean not null,
  -- Whether it is behind the run; set in the transaction that wrote it.
  settled boolean not null default false,
  cells jsonb not null,
  before jsonb not null,
  errors jsonb not null,
  note text not null,
  -- The id of what the row made.
  target text not null default '',
  primary key ("runId", line)
);
create index import_row_shown on "importRow" ("runId", "isBad" desc, line);
create index import_row_made on "importRow" ("runId", target) where state = 'new' and settled;
create index import_row_open on "importRow" ("runId", unit, line) where not settled and state in ('new', 'change');
