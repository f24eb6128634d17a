return { look, aim, details, stored, control, setValue, choose, focus, scroll, show, dragEvent }[request.op](request);
