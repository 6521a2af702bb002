-- As what a file was read: its character set, or the sheet of a workbook. Of runs from before nobody knows it any more.
alter table "importRun" add column source jsonb not null
  default '{"charset": null, "isGuessed": false, "sheetName": ""}';
-- What a row stores where its cells say it otherwise, by the columns' keys.
alter table "importRow" add column stored jsonb not null default '{}';
