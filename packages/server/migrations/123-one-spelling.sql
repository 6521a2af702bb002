-- Tables and columns have one spelling, camelCase: those of the room and its neighbours get it too. Primary keys, foreign
-- keys and checks that PostgreSQL named after them follow; indexes and constraints that we named stay snake_case, as all are.

alter table live_user rename to "liveUser";
alter table "liveUser" rename column firm_id to "firmId";
alter table "liveUser" rename column live_id to "liveId";
alter table "liveUser" rename column public_id to "publicId";
alter table "liveUser" rename column img_url to "imgUrl";
alter table "liveUser" rename column signup_user_id to "signupUserId";
alter table "liveUser" rename column person_id to "personId";
alter table "liveUser" rename column device_hash to "deviceHash";
alter table "liveUser" rename column key_version to "keyVersion";
alter table "liveUser" rename column key_hash to "keyHash";
alter table "liveUser" rename column joined_at to "joinedAt";
alter table "liveUser" rename column created_at to "createdAt";
alter table "liveUser" rename column name_text to "nameText";
alter table "liveUser" rename column search_text to "searchText";
alter table "liveUser" rename column seen_device to "seenDevice";
alter table "liveUser" rename column seen_version to "seenVersion";
alter table "liveUser" rename column active_at to "activeAt";
alter table "liveUser" rename constraint live_user_firm_id_fkey to "liveUser_firmId_fkey";
alter table "liveUser" rename constraint live_user_live_id_fkey to "liveUser_liveId_fkey";
alter table "liveUser" rename constraint live_user_pkey to "liveUser_pkey";

alter table room rename column live_id to "liveId";
alter table room rename column firm_id to "firmId";
alter table room rename column last_seq to "lastSeq";
alter table room rename column last_ms to "lastMs";
alter table room rename column block_epoch to "blockEpoch";
alter table room rename column created_at to "createdAt";
alter table room rename constraint room_firm_id_fkey to "room_firmId_fkey";
alter table room rename constraint room_live_id_fkey to "room_liveId_fkey";

alter table room_event rename to "roomEvent";
alter table "roomEvent" rename column live_id to "liveId";
alter table "roomEvent" rename column firm_id to "firmId";
alter table "roomEvent" rename column room_ms to "roomMs";
alter table "roomEvent" rename column live_user_id to "liveUserId";
alter table "roomEvent" rename column message_key to "messageKey";
alter table "roomEvent" rename column created_at to "createdAt";
alter table "roomEvent" rename constraint room_event_live_id_fkey to "roomEvent_liveId_fkey";
alter table "roomEvent" rename constraint room_event_pkey to "roomEvent_pkey";

alter table connection rename column firm_id to "firmId";
alter table connection rename column live_id to "liveId";
alter table connection rename column live_user_id to "liveUserId";
alter table connection rename column opened_at to "openedAt";
alter table connection rename column last_seen_at to "lastSeenAt";
alter table connection rename column closed_at to "closedAt";
alter table connection rename constraint connection_live_id_fkey to "connection_liveId_fkey";

alter table live_hours_ledger rename to "liveHoursLedger";
alter table "liveHoursLedger" rename column firm_id to "firmId";
alter table "liveHoursLedger" rename column live_id to "liveId";
alter table "liveHoursLedger" rename column created_at to "createdAt";
alter table "liveHoursLedger" rename constraint live_hours_ledger_check to "liveHoursLedger_check";
alter table "liveHoursLedger" rename constraint live_hours_ledger_firm_id_fkey to "liveHoursLedger_firmId_fkey";
alter table "liveHoursLedger" rename constraint live_hours_ledger_kind_check to "liveHoursLedger_kind_check";
alter table "liveHoursLedger" rename constraint live_hours_ledger_live_id_fkey to "liveHoursLedger_liveId_fkey";
alter table "liveHoursLedger" rename constraint live_hours_ledger_pkey to "liveHoursLedger_pkey";

alter table room_cue rename to "roomCue";
alter table "roomCue" rename column firm_id to "firmId";
alter table "roomCue" rename column live_id to "liveId";
alter table "roomCue" rename column member_id to "memberId";
alter table "roomCue" rename column by_name to "byName";
alter table "roomCue" rename column created_at to "createdAt";
alter table "roomCue" rename constraint room_cue_firm_id_fkey to "roomCue_firmId_fkey";
alter table "roomCue" rename constraint room_cue_live_id_fkey to "roomCue_liveId_fkey";
alter table "roomCue" rename constraint room_cue_pkey to "roomCue_pkey";

alter table room_mute rename to "roomMute";
alter table "roomMute" rename column live_id to "liveId";
alter table "roomMute" rename column live_user_id to "liveUserId";
alter table "roomMute" rename column firm_id to "firmId";
alter table "roomMute" rename column member_id to "memberId";
alter table "roomMute" rename column by_name to "byName";
alter table "roomMute" rename column changed_at to "changedAt";
alter table "roomMute" rename constraint room_mute_live_id_fkey to "roomMute_liveId_fkey";
alter table "roomMute" rename constraint room_mute_live_user_id_fkey to "roomMute_liveUserId_fkey";
alter table "roomMute" rename constraint room_mute_pkey to "roomMute_pkey";

alter table room_decision rename to "roomDecision";
alter table "roomDecision" rename column live_id to "liveId";
alter table "roomDecision" rename column firm_id to "firmId";
alter table "roomDecision" rename column released_as to "releasedAs";
alter table "roomDecision" rename column member_id to "memberId";
alter table "roomDecision" rename column by_name to "byName";
alter table "roomDecision" rename column changed_at to "changedAt";
alter table "roomDecision" rename constraint room_decision_live_id_seq_fkey to "roomDecision_liveId_seq_fkey";
alter table "roomDecision" rename constraint room_decision_pkey to "roomDecision_pkey";
alter table "roomDecision" rename constraint room_decision_state_check to "roomDecision_state_check";

alter table quick_reply rename to "quickReply";
alter table "quickReply" rename column firm_id to "firmId";
alter table "quickReply" rename constraint quick_reply_firm_id_fkey to "quickReply_firmId_fkey";
alter table "quickReply" rename constraint quick_reply_pkey to "quickReply_pkey";

alter table replay_watch rename to "replayWatch";
alter table "replayWatch" rename column live_id to "liveId";
alter table "replayWatch" rename column live_user_id to "liveUserId";
alter table "replayWatch" rename column firm_id to "firmId";
alter table "replayWatch" rename column first_at to "firstAt";
alter table "replayWatch" rename column last_at to "lastAt";
alter table "replayWatch" rename column playhead_ms to "playheadMs";
alter table "replayWatch" rename column watched_ms to "watchedMs";
alter table "replayWatch" rename constraint replay_watch_firm_id_fkey to "replayWatch_firmId_fkey";
alter table "replayWatch" rename constraint replay_watch_live_id_fkey to "replayWatch_liveId_fkey";
alter table "replayWatch" rename constraint replay_watch_live_user_id_fkey to "replayWatch_liveUserId_fkey";
alter table "replayWatch" rename constraint replay_watch_pkey to "replayWatch_pkey";

alter table replay_room rename to "replayRoom";
alter table "replayRoom" rename column live_id to "liveId";
alter table "replayRoom" rename column firm_id to "firmId";
alter table "replayRoom" rename constraint replay_room_firm_id_fkey to "replayRoom_firmId_fkey";
alter table "replayRoom" rename constraint replay_room_live_id_fkey to "replayRoom_liveId_fkey";
alter table "replayRoom" rename constraint replay_room_pkey to "replayRoom_pkey";

alter table live_presence rename to "livePresence";
alter table "livePresence" rename column live_id to "liveId";
alter table "livePresence" rename column live_user_id to "liveUserId";
alter table "livePresence" rename column from_at to "fromAt";
alter table "livePresence" rename column to_at to "toAt";
alter table "livePresence" rename column firm_id to "firmId";
alter table "livePresence" rename constraint live_presence_live_id_fkey to "livePresence_liveId_fkey";
alter table "livePresence" rename constraint live_presence_pkey to "livePresence_pkey";

alter table room_retention rename to "roomRetention";
alter table "roomRetention" rename column live_id to "liveId";
alter table "roomRetention" rename column firm_id to "firmId";
alter table "roomRetention" rename column presence_at to "presenceAt";
alter table "roomRetention" rename column connections_at to "connectionsAt";
alter table "roomRetention" rename column log_at to "logAt";
alter table "roomRetention" rename constraint room_retention_live_id_fkey to "roomRetention_liveId_fkey";
alter table "roomRetention" rename constraint room_retention_pkey to "roomRetention_pkey";

alter table limit_taken rename to "limitTaken";
alter table "limitTaken" rename constraint limit_taken_pkey to "limitTaken_pkey";
