-- The words of OAuth `scope` a token was limited to when it was issued; null: everything its client may do.
alter table api_token add column scope text;
-- The issuers, by comma, to which the token that ordered a file was limited; null: the token named no issuers.
alter table report_request add column token_issuers text;
