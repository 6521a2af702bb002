-- Descriptions of products and texts of sales pages were plain; they are HTML of a few tags from now on, as the texts of
-- forms were. What is converted reads as it did: an empty line parts paragraphs, lines that begin with - or ・ are points.
create function pg_temp.rich_text(given text) returns text language plpgsql as $$
declare
  line text;
  point text;
  html text := '';
  opened text := '';
begin
  foreach line in array regexp_split_to_array(given, E'\r\n|\r|\n') loop
    line := replace(replace(replace(replace(line, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;');
    line := regexp_replace(regexp_replace(line, E'[ \t\f\u00a0]+', ' ', 'g'), E'[\u0001-\u001f\u007f-\u009f]+', '', 'g');
    point := substring(line from E'^[ \u3000]*[-*・•][ \u3000]*([^ \u3000].*)$');
    if btrim(line, E' \u3000') = '' then
      html := html || case opened when 'p' then '</p>' when 'ul' then '</ul>' else '' end;
      opened := '';
    elsif point is not null then
      if opened <> 'ul' then
        html := html || case opened when 'p' then '</p>' else '' end || '<ul>';
        opened := 'ul';
      end if;
      html := html || '<li>' || btrim(point, ' ') || '</li>';
    elsif opened = 'p' then
      html := html || '<br>' || btrim(line, ' ');
    else
      html := html || case opened when 'ul' then '</ul>' else '' end || '<p>' || btrim(line, ' ');
      opened := 'p';
    end if;
  end loop;
  return html || case opened when 'p' then '</p>' when 'ul' then '</ul>' else '' end;
end
$$;

update product set description = pg_temp.rich_text(description) where description <> '';

update "salesPage" set content = jsonb_set(content, '{blockList}', (
  select jsonb_agg(
    case block ->> 'kind'
      when 'text' then jsonb_set(block, '{text}', to_jsonb(pg_temp.rich_text(block ->> 'text')))
      else block
    end order by place)
  from jsonb_array_elements(content -> 'blockList') with ordinality as blocks (block, place)
))
where content -> 'blockList' @> '[{"kind": "text"}]';
