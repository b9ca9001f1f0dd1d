-- Run once, when the volume is new; the database "registry" is made by the image.
create database dashboard owner sharebook template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C';
